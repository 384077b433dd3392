/** How an action ended, in words. Pure. */
export const exitWords = ({ exitCode }: { readonly exitCode: number | null }): string =>
  exitCode === null ? 'did not end by itself' : exitCode === 0 ? 'exit 0' : `failed, exit ${exitCode}`

export const longWords = (ms: number): string => (ms < 1000 ? `${Math.round(ms)} ms` : `${(ms / 1000).toFixed(1)} s`)

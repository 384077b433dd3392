/** How one key of the configuration is written down in the tables beside this file; `../keys.ts` puts them together. */
export type Row = readonly [key: string, expects: string, fallback: unknown, about: string, trust?: true]

export const megabyte = 2 ** 20

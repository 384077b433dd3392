/** What GitHub's GraphQL objects to, as a code. It answers 200 with errors beside the data. */
import { DroverError } from '#contract/error'

export interface GraphQlError {
  readonly type?: string
  readonly message?: string
}

/** null: nothing stands in the way. What is not there is no failure: its place in the answer is null. */
export function refusalOf(errors: readonly GraphQlError[], webHost: string): DroverError | null {
  const real = errors.filter(({ type }) => type !== 'NOT_FOUND')
  const [first] = real
  if (first === undefined) return null
  const said = real
    .map(({ message = '' }) => message)
    .join('; ')
    .slice(0, 500)
  if (first.type === 'RATE_LIMITED')
    return new DroverError('FORGE_RATE_LIMITED', `${webHost} takes no more requests for now: ${said}`, {
      hint: 'Try again in a minute.',
    })
  if (first.type === 'FORBIDDEN' || first.type === 'INSUFFICIENT_SCOPES')
    return new DroverError('FORGE_REFUSED', `The token may not do this at ${webHost}: ${said}`, {
      hint: 'Give it the right to read and write pull requests and contents.',
    })
  return new DroverError('PR_OPERATION_FAILED', `${webHost} refused it: ${said}`, {
    hint: 'Mend what it names, then try again.',
  })
}

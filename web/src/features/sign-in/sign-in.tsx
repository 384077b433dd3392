/** The page for those who are not signed in: why, and the one command that gives a new link. */
import { type ReactNode, useState } from 'react'
import { codeOf } from '../../api/bearer.ts'
import { type Access, begin, signIn } from '../../live/cockpit.ts'
import { Button } from '../../ui/button.tsx'
import { Command, Field, Problem, Progress } from '../../ui/parts.tsx'
import { useAction } from '../../ui/use-action.ts'

const words: Readonly<Record<Exclude<Access, 'in'>, { title: string; why: string }>> = {
  checking: { title: 'Signing in', why: '' },
  none: {
    title: 'Sign in',
    why: 'This page needs a link from the machine that runs Drover. A link works once and for five minutes.',
  },
  expired: {
    title: 'This link no longer works',
    why: 'A link works once and for five minutes. It was used before, or it is too old. Get a fresh one on the machine that runs Drover:',
  },
  revoked: {
    title: 'This page was signed out',
    why: 'Its key was revoked or replaced, so nothing is shown any more. Get a fresh link on the machine that runs Drover:',
  },
  unreachable: {
    title: 'The daemon does not answer',
    why: 'Start it on its machine, then open the link again:',
  },
}

export function SignInPage({ access }: { readonly access: Exclude<Access, 'in'> }): ReactNode {
  const { title, why } = words[access]
  if (access === 'checking') {
    return (
      <main className="gate" id="main">
        <Progress what="Signing in" />
      </main>
    )
  }
  return (
    <main className="gate" id="main">
      <div className="gate-box stack">
        <Mark />
        <h1>{title}</h1>
        <p className="soft">{why}</p>
        <Command text={access === 'unreachable' ? 'drover start' : 'drover link'} />
        {access === 'unreachable' ? (
          <Button look="main" onClick={() => void begin()}>
            Try again
          </Button>
        ) : (
          <PasteLink />
        )}
      </div>
    </main>
  )
}

export const Mark = (): ReactNode => (
  <svg className="mark" viewBox="0 0 100 100" aria-hidden="true">
    <rect width="100" height="100" rx="22" />
    <path d="M26 32h24M26 50h46M26 68h24M58 34l16 16-16 16" />
  </svg>
)

function PasteLink(): ReactNode {
  const [text, setText] = useState('')
  const code = codeOf(text)
  const entering = useAction(async () => {
    if (code) await signIn(code)
  })
  return (
    <form
      className="stack"
      onSubmit={(event) => {
        event.preventDefault()
        void entering.run()
      }}
    >
      <Field label="Or paste the link here">
        {(id) => (
          <input
            id={id}
            className="input mono"
            value={text}
            autoComplete="off"
            autoCapitalize="off"
            spellCheck={false}
            onChange={(event) => setText(event.target.value)}
          />
        )}
      </Field>
      {entering.error && <Problem error={entering.error} />}
      <div>
        <Button type="submit" look="main" busy={entering.busy} disabled={code === null}>
          Sign in
        </Button>
      </div>
    </form>
  )
}

/** Catches what breaks while a page is drawn: a part of an older build that is gone, or a fault of ours. Says what to do. */
import { Component, type ReactNode } from 'react'
import { Button } from './button.tsx'
import { Empty } from './parts.tsx'

interface Props {
  /** A new page is a new try. */
  readonly page: string
  readonly children: ReactNode
}

const isMissingPart = (error: Error): boolean => /dynamically imported module|module script/i.test(error.message)
const reloaded = 'drover.reloaded'

export class Boundary extends Component<Props, { readonly error: Error | null }> {
  override state: { readonly error: Error | null } = { error: null }

  static getDerivedStateFromError(error: Error): { error: Error } {
    return { error }
  }

  override componentDidCatch(error: Error): void {
    console.error(error)
    // After an upgrade of the daemon the old page asks for parts that are no more: the new page has them.
    if (!isMissingPart(error) || sessionStorage.getItem(reloaded) !== null) return
    sessionStorage.setItem(reloaded, '1')
    location.reload()
  }

  override componentDidUpdate(before: Props): void {
    if (before.page !== this.props.page && this.state.error) this.setState({ error: null })
    else if (!this.state.error) sessionStorage.removeItem(reloaded)
  }

  override render(): ReactNode {
    const { error } = this.state
    if (!error) return this.props.children
    return (
      <main className="page" id="main">
        <Empty title={isMissingPart(error) ? 'There is a newer cockpit' : 'This page broke'}>
          <p>
            {isMissingPart(error)
              ? 'A part of this page could not be loaded. Load it afresh; nothing is lost, agents go on.'
              : 'That is a fault of the cockpit, not of your agents: they go on. Load the page afresh; if it breaks again, report what stands here.'}
          </p>
          <pre className="out">{error.message}</pre>
          <Button look="main" onClick={() => location.reload()}>
            Load the page afresh
          </Button>
        </Empty>
      </main>
    )
  }
}

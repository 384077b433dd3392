/** Opens the palette by Ctrl+K or Cmd+K, from a field too, and by a button on a phone. The palette itself is loaded then. */
import { lazy, type ReactNode, Suspense, useEffect } from 'react'
import { createStore, useStore } from '../../live/store.ts'
import { Button, Icon } from '../../ui/button.tsx'

const Palette = lazy(async () => ({ default: (await import('./palette.tsx')).Palette }))

const open = createStore(false)

export const PaletteButton = (): ReactNode => (
  <Button
    className="button palette-here"
    look="quiet"
    data-shape="icon"
    aria-label="Go to …"
    onClick={() => open.set(true)}
  >
    <Icon name="search" />
  </Button>
)

export function PaletteHost(): ReactNode {
  const shown = useStore(open, (value) => value)
  useEffect(() => {
    const listen = (event: KeyboardEvent): void => {
      if (event.key.toLowerCase() !== 'k' || !(event.ctrlKey || event.metaKey) || event.altKey || event.shiftKey) return
      event.preventDefault()
      if (!document.querySelector('dialog[open]')) open.set(true)
    }
    document.addEventListener('keydown', listen)
    return () => document.removeEventListener('keydown', listen)
  }, [])
  if (!shown) return null
  return (
    <Suspense fallback={null}>
      <Palette onClose={() => open.set(false)} />
    </Suspense>
  )
}

/** This browser's own subscription to Web Push: whether it can be had here, having it, letting it go. Where it rings is the daemon's. */
import { notifyState, subscribePush, unsubscribePush } from '../../api/notify-calls.ts'
import { remember, remembered } from '../../ui/memory.ts'

/** Why not, in words for a person; null: it can. */
export function whyNoPush(): string | null {
  if (!window.isSecureContext)
    return 'This address is not secure, and browsers allow Web Push on https alone. On the machine of the daemon run `drover phone`: it leads to an address that is.'
  if ('serviceWorker' in navigator && 'PushManager' in window) return null
  const apple = /iPhone|iPad/.test(navigator.userAgent)
  return apple
    ? 'On an iPhone or iPad put this page on the home screen first (Share → Add to Home Screen) and open it from there.'
    : 'This browser takes no Web Push.'
}

const bytes = (text: string): Uint8Array<ArrayBuffer> => {
  const plain = atob(text.replaceAll('-', '+').replaceAll('_', '/'))
  return Uint8Array.from(plain, (letter) => letter.charCodeAt(0))
}

/** The number that the daemon knows this browser's subscription by. */
export const ownSubscription = (): number | null => remembered<number | null>('push', null)

export async function ringHere(): Promise<'on' | 'denied'> {
  if ((await Notification.requestPermission()) !== 'granted') return 'denied'
  const worker = await navigator.serviceWorker.ready
  const { pushKey } = await notifyState()
  const held = await worker.pushManager.getSubscription()
  // One that was made for another daemon's key takes nothing from this one.
  if (held !== null && ownSubscription() === null) await held.unsubscribe()
  const made = await worker.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: bytes(pushKey) })
  const { endpoint, keys } = made.toJSON()
  const { subscription } = await subscribePush({
    endpoint: endpoint ?? '',
    keys: { p256dh: keys?.p256dh ?? '', auth: keys?.auth ?? '' },
  })
  remember('push', subscription)
  return 'on'
}

export async function ringHereNoMore(id: number): Promise<void> {
  if (id === ownSubscription()) {
    remember('push', null)
    const held = await (await navigator.serviceWorker?.getRegistration())?.pushManager?.getSubscription()
    await held?.unsubscribe()
  }
  await unsubscribePush(id)
}

/** The notifier's ways: Slack's incoming webhook, ntfy, a signed webhook of one's own, the desktop, Web Push. One try each; the port says the rest. */
import { createHmac, type JsonWebKey } from 'node:crypto'
import type { Message } from '#contract/notify'
import type { Notifier, Place, Seen } from '#ports/notifier'
import { showOnDesktop } from './desktop.ts'
import { post } from './post.ts'
import { encrypt, publicKeyOf, vapid } from './push.ts'

export interface NotifierOptions {
  readonly env: Readonly<Record<string, string | undefined>>
  readonly now: () => Date
  readonly pushKey: () => JsonWebKey
}

const json = { 'content-type': 'application/json' }

/** Push services refuse more than 4,096 bytes; the rest is read on the page. */
const mostPushed = 2_000

export function createNotifier({ env, now, pushKey }: NotifierOptions): Notifier {
  const ways = {
    slack: ({ url }: Of<'slack'>, message: Message, link: string | null, signal: AbortSignal) =>
      post({ url, headers: json, body: JSON.stringify({ text: slackText(message, link) }), signal }),

    ntfy: ({ url, token }: Of<'ntfy'>, message: Message, link: string | null, signal: AbortSignal) =>
      post({
        url,
        headers: {
          // Header values are bytes there; RFC 2047 is what ntfy reads for the rest.
          title: `=?UTF-8?B?${Buffer.from(message.title).toString('base64')}?=`,
          priority: message.priority === 'high' ? '4' : message.priority === 'low' ? '2' : '3',
          ...(link === null ? {} : { click: link }),
          ...(token === null ? {} : { authorization: `Bearer ${token}` }),
        },
        body: message.body || message.title,
        signal,
      }),

    webhook: ({ url, secret }: Of<'webhook'>, message: Message, link: string | null, signal: AbortSignal) => {
      const body = JSON.stringify({ ...message, url: link, sentAt: now().toISOString() })
      const at = String(Math.floor(now().getTime() / 1000))
      const signature = secret === null ? null : createHmac('sha256', secret).update(`${at}.${body}`).digest('hex')
      const headers = {
        ...json,
        'x-drover-delivery': message.id,
        'x-drover-timestamp': at,
        ...(signature === null ? {} : { 'x-drover-signature': `sha256=${signature}` }),
      }
      return post({ url, headers, body, signal })
    },

    desktop: (_place: Of<'desktop'>, message: Message, _link: string | null, signal: AbortSignal) =>
      showOnDesktop(message, env, signal),

    push: (place: Of<'push'>, message: Message, _link: string | null, signal: AbortSignal) => {
      const { id, title, body, path, kind } = message
      const text = JSON.stringify({ id, title, body: body.slice(0, mostPushed), path, kind })
      const subject = 'mailto:drover@example.com'
      return post({
        url: place.endpoint,
        headers: {
          'content-type': 'application/octet-stream',
          'content-encoding': 'aes128gcm',
          ttl: '86400',
          urgency: message.priority === 'high' ? 'high' : 'normal',
          // The service keeps the newest of a topic: a second try replaces the first.
          topic: id.slice(0, 32),
          authorization: vapid(place.endpoint, pushKey(), subject, now().getTime()),
        },
        body: encrypt(text, place),
        signal,
        reachable: place.reachable,
      })
    },
  }
  return {
    async send(place, message, link, signal): Promise<Seen> {
      try {
        const way = ways[place.type] as (...given: readonly unknown[]) => Promise<Seen>
        return await way(place, message, link, signal)
      } catch (cause) {
        // A key that is no point of the curve, an address that cannot be parsed: another try meets the same.
        return { type: 'failed', error: cause instanceof Error ? cause.message : String(cause), again: false }
      }
    },
    pushKey: () => publicKeyOf(pushKey()),
  }
}

type Of<T extends Place['type']> = Extract<Place, { readonly type: T }>

/** Slack reads `<`, `>` and `&` as its own marks. */
function slackText({ title, body }: Message, link: string | null): string {
  const plain = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
  return [`*${plain(title)}*`, plain(body), ...(link === null ? [] : [`<${link}|Open in Drover>`])].join('\n')
}

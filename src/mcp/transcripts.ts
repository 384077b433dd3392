/** Transcripts as resources: `drover://session/{id}` is the newest page, and each page names the one before it. */
import { type McpServer, ResourceTemplate } from '@modelcontextprotocol/sdk/server/mcp.js'
import type { Carry } from './offer.ts'
import { api, sessionPath } from './tool.ts'

const pageRows = 200
const uriOf = (id: string, before?: string): string =>
  `drover://session/${encodeURIComponent(id)}${before === undefined ? '' : `?before=${before}`}`

interface Listed {
  readonly sessions: readonly { readonly id: string; readonly title: string; readonly status: string }[]
}

interface Page {
  readonly events: readonly unknown[]
  readonly nextCursor?: string
}

export function offerTranscripts(server: McpServer, carry: Carry): void {
  const read = async (id: string, before: string | undefined, uri: string, signal: AbortSignal) => {
    const query = { before: before ?? '999999999999999', limit: pageRows }
    const page = JSON.parse(await carry({ method: 'GET', path: `${sessionPath(id)}/events`, query }, signal)) as Page
    // As it was said: oldest first, whichever way it was read.
    const told = {
      session: id,
      events: page.events.toReversed(),
      ...(page.nextCursor === undefined ? {} : { before: uriOf(id, page.nextCursor) }),
    }
    return { contents: [{ uri, mimeType: 'application/json', text: JSON.stringify(told) }] }
  }
  const newest = new ResourceTemplate('drover://session/{id}', {
    list: async ({ signal }) => {
      const text = await carry({ method: 'GET', path: `${api}/sessions`, query: { limit: 100 } }, signal)
      const { sessions } = JSON.parse(text) as Listed
      return {
        resources: sessions.map(({ id, title, status }) => ({
          uri: uriOf(id),
          name: id,
          title,
          description: `transcript, ${status}`,
          mimeType: 'application/json',
        })),
      }
    },
  })
  const about = { description: 'What was said and done in a session, by pages', mimeType: 'application/json' }
  // First: the shorter one would take its query for a part of the id.
  const older = new ResourceTemplate('drover://session/{id}{?before}', { list: undefined })
  server.registerResource('session page', older, about, (uri, { id, before }, { signal }) =>
    read(String(id), /^\d{1,15}$/.test(String(before)) ? String(before) : undefined, uri.href, signal),
  )
  server.registerResource('session', newest, about, (uri, { id }, { signal }) =>
    read(String(id), undefined, uri.href, signal),
  )
}

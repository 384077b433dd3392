/** The generated client is what the routes say, and it types a real exchange. */
import { readFile } from 'node:fs/promises'
import createClient from 'openapi-fetch'
import { describe, expect, it } from 'vitest'
import type { paths } from '#contract/generated/api'
import { clientFile, clientSource } from '../../../scripts/generate-client.ts'
import { openDoor } from './door-world.ts'

describe('the generated client', () => {
  it('is not behind the routes (else run `node scripts/generate-client.ts`)', async () => {
    expect(await readFile(clientFile, 'utf8')).toBe(await clientSource())
  })

  it('speaks to a door', async () => {
    const world = await openDoor()
    const headers = { authorization: `Bearer ${await world.token()}` }
    const client = createClient<paths>({ baseUrl: world.url, headers })
    const one = await client.GET('/api/v1/sessions/{id}', { params: { path: { id: 'shop-1' } } })
    const status: 'idle' | string | undefined = one.data?.session.status
    expect(status).toBe('idle')
    const refused = await client.POST('/api/v1/sessions/{id}/send', {
      params: { path: { id: 'shop-99' } },
      body: { message: 'hello' },
    })
    expect(refused.error?.code).toBe('SESSION_NOT_FOUND')
    await world.close()
  })
})

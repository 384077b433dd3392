/**
 * The corpus of the redaction's tests: keys of every shape, put together at run time so that no scanner takes this
 * repository for a leak, real-looking places where they stand (fixtures/placements.json), and what must become of each.
 * In a placement `{kind}` is a key, `{kind!}` one of which nothing is kept, `{kind|9|text}` one with a text after nine letters.
 */
import placements from './fixtures/placements.json' with { type: 'json' }

const body = 'aB3dE6gH9jK2mN5pQ8sT1vW4yZ7xC0fR3uL6oI9bV2nM5kJ8hG1dS4aP7qW0eT3yU6iO9zX2cV5bN8m'
const upper = 'Q1W2E3R4T5Y6U7I8O9P0A1S2D3F4G5H6J7K8L9Z0X1C2V3B4N5M6'
const hex = '0f1e2d3c4b5a69788796a5b4c3d2e1f00f1e2d3c4b5a69788796a5b4c3d2e1f0'
const at = (from: number, length: number): string => body.slice(from, from + length)

interface Key {
  /** What stays of it. */
  readonly kept: string
  readonly secret: string
  readonly after?: string
}

const key = (kept: string, secret: string, after = ''): Key => ({ kept, secret, after })
const pem = (kind: string, newline: string, space = ' '): Key => {
  const lines = ['MIIEvQIBADANBgkqhkiG9w0BAQEFAASCBKcwggSjAgEAAoIBAQC7', at(0, 64), at(7, 64), `${at(3, 30)}==`]
  const words = `${kind}PRIVATE KEY`.replaceAll(' ', space)
  return key(
    `-----BEGIN${space}${words}-----`,
    `${newline}${lines.join(newline)}${newline}`,
    `-----END${space}${words}-----`,
  )
}

export const keys: Readonly<Record<string, Key>> = {
  anthropic: key('sk-ant-', `api03-${at(0, 60)}-${at(20, 20)}AA`),
  openai: key('sk-proj-', `${at(0, 40)}_${at(9, 20)}T3Blbk${at(2, 20)}`),
  openaiOld: key('sk-', at(0, 48)),
  openrouter: key('sk-or-v1-', hex),
  stripe: key('sk_live_', at(0, 24)),
  github: key('ghp_', at(0, 36)),
  githubOauth: key('gho_', at(3, 36)),
  githubServer: key('ghs_', at(5, 36)),
  githubFine: key('github_pat_', `${upper.slice(0, 22)}_${at(0, 59)}`),
  slackBot: key('xoxb-', `123456789012-1234567890123-${at(0, 24)}`),
  slackApp: key('xapp-', `1-A0123456789-1234567890123-${hex}`),
  aws: key('AKIA', upper.slice(0, 16)),
  awsSession: key('ASIA', upper.slice(4, 20)),
  google: key('AIza', `Sy${at(0, 33)}`),
  googleOauth: key('ya29.', `a0${at(0, 70)}`),
  gitlab: key('glpat-', at(0, 20)),
  gitlabRunner: key('glrt-', `t1_${at(0, 20)}`),
  npm: key('npm_', at(0, 36)),
  huggingface: key('hf_', at(0, 34)),
  groq: key('gsk_', at(0, 52)),
  xai: key('xai-', `${at(0, 80)}`),
  pypi: key('pypi-AgE', `IcHlwaS5vcmc${at(0, 60)}`),
  sendgrid: key('SG.', `${at(0, 22)}.${at(4, 43)}`),
  digitalocean: key('dop_v1_', hex),
  shopify: key('shpat_', hex.slice(0, 32)),
  linear: key('lin_api_', at(0, 40)),
  replicate: key('r8_', at(0, 37)),
  atlassian: key('ATATT3', `xFfGF0${at(0, 70)}=1A2B3C4D`),
  age: key('AGE-SECRET-KEY-1', `${upper}${upper.slice(0, 6)}`),
  launch: key('drs_', at(0, 43)),
  jwt: key('', ['eyJhbGciOiJIUzI1NiJ9', 'eyJzdWIiOiIxMjM0NTY3ODkwIn0', at(0, 43)].join('.')),
  pem: pem('', '\n'),
  pemRsa: pem('RSA ', '\n'),
  pemOpenssh: pem('OPENSSH ', '\r\n'),
  pemJson: pem('', '\\n'),
  pemUrl: pem('EC ', '%0A', '%20'),
  pemPgp: {
    ...pem('PGP ', '\n'),
    kept: '-----BEGIN PGP PRIVATE KEY BLOCK-----',
    after: '-----END PGP PRIVATE KEY BLOCK-----',
  },
}

export interface Placement {
  readonly text: string
  readonly wanted: string
  /** Words that nobody may read. */
  readonly secrets: readonly string[]
}

const redacted = '[redacted]'
const place = new RegExp(String.raw`\{(${Object.keys(keys).join('|')})(!|\|(\d+)\|([^}]*))?\}`, 'g')

export function placementOf(template: string): Placement {
  const secrets: string[] = []
  const fill = (put: (key: Key, whole: boolean, cut: number | null, text: string) => string): string =>
    template.replace(place, (_, name: string, how: string | undefined, cut: string | undefined, text: string) =>
      put(keys[name]!, how === '!', cut === undefined ? null : Number(cut), text),
    )
  const text = fill(({ kept, secret, after = '' }, _whole, cut, between) => {
    const all = kept + secret
    const cutAt = cut === null ? secret.length : Math.max(0, cut - kept.length)
    secrets.push(...[secret.slice(0, cutAt), secret.slice(cutAt)].filter((piece) => piece.length > 5))
    return (cut === null ? all : all.slice(0, cut) + between + all.slice(cut)) + after
  })
  const wanted = fill(({ kept, after = '' }, whole, cut, between) => {
    // What stands inside of the secret goes with it, but for changes of colour; before it, it stays.
    const colours = (between?.match(/\x1b\[[0-9;]*m/g) ?? []).join('')
    const shown = cut === null ? kept : cut <= kept.length ? kept.slice(0, cut) + between + kept.slice(cut) : kept
    return `${whole ? '' : shown}${redacted}${cut !== null && cut > kept.length ? colours : ''}${after}`
  })
  return { text, wanted, secrets }
}

export const templates: readonly string[] = placements
/** Every place with every key, but for the private keys, which have places of their own. */
export const everyPlace: readonly string[] = placements
  .filter((one) => !one.includes('{pem'))
  .flatMap((one) =>
    Object.keys(keys)
      .filter((name) => !name.startsWith('pem'))
      .map((name) => one.replace(place, (_, _name: string, how: string | undefined) => `{${name}${how ?? ''}}`)),
  )
  .filter((one, i, all) => all.indexOf(one) === i)

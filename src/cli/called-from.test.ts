import { expect, it } from 'vitest'
import { calledFrom } from './called-from.ts'

const npm = { npm_lifecycle_event: 'drover', npm_package_json: '/drover/package.json', INIT_CWD: '/mine' }

it.each<[string, NodeJS.ProcessEnv, string]>([
  ['its own npm script, called from elsewhere', npm, '/mine'],
  ['a shell', {}, '/here'],
  ['a script of another package', { ...npm, npm_package_json: '/other/package.json' }, '/here'],
  ['another script of its own', { ...npm, npm_lifecycle_event: 'start' }, '/here'],
  ['an npm that does not say', { ...npm, INIT_CWD: '' }, '/here'],
])('%s', (_who, env, expected) => expect(calledFrom(env, '/drover', () => '/here')).toBe(expected))

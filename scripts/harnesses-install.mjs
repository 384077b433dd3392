#!/usr/bin/env node
/**
 * Installs agent CLIs at the exact versions that the live tests were measured on, into a cache outside the repository:
 * $DROVER_HARNESS_CACHE, else ~/.cache/drover/harnesses. One directory per `<name>@<version>`, so versions live side by
 * side. Owns the list of pins; where a CLI's real binary lies inside its package is the business of its adapter.
 *
 *   node scripts/harnesses-install.mjs claude-code codex     install these (a missing argument lists what there is)
 *   node scripts/harnesses-install.mjs claude-code@2.1.197   another version of a known one
 *   node scripts/harnesses-install.mjs --all
 */
import { spawn } from 'node:child_process'
import { mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { homedir } from 'node:os'
import { join } from 'node:path'
import { npmEnvironment } from './npm-environment.mjs'

const pins = {
  'claude-code': { package: '@anthropic-ai/claude-code', version: '2.1.325' },
  codex: { package: '@openai/codex', version: '0.166.0' },
  opencode: { package: 'opencode-ai', version: '1.18.33' },
  gemini: { package: '@google/gemini-cli', version: '0.61.0' },
  qwen: { package: '@qwen-code/qwen-code', version: '0.24.4' },
  copilot: { package: '@github/copilot', version: '1.0.102' },
  pi: { package: '@mariozechner/pi-coding-agent', version: '0.73.1' },
  grok: { package: '@vibe-kit/grok-cli', version: '0.0.34' },
}

const cache = process.env.DROVER_HARNESS_CACHE ?? join(homedir(), '.cache', 'drover', 'harnesses')

async function sizeOf(directory) {
  let bytes = 0
  for (const entry of await readdir(directory, { withFileTypes: true })) {
    const path = join(directory, entry.name)
    if (entry.isDirectory()) bytes += await sizeOf(path)
    else if (entry.isFile()) bytes += (await stat(path)).size
  }
  return bytes
}

const megabytes = async (directory) => `${Math.round((await sizeOf(directory)) / 1e6)} MB`

/** A registry that never answers must not hold a run for ever. */
const longest = 15 * 60_000

/** Install scripts stay off: the native CLIs ship their binary in a platform package and need none. */
function npmInstall(directory, spec) {
  const argv = ['install', '--prefix', directory, '--save-exact', '--ignore-scripts', '--no-audit', '--no-fund', spec]
  return new Promise((resolve, reject) => {
    const child = spawn('npm', argv, {
      stdio: ['ignore', 'ignore', 'pipe'],
      env: { ...process.env, ...npmEnvironment() },
      timeout: longest,
    })
    let stderr = ''
    child.stderr.on('data', (chunk) => {
      stderr = (stderr + chunk).slice(-4000)
    })
    child.on('error', reject)
    child.on('exit', (code, signal) => {
      const how = code === null ? `was ended by ${signal} (limit ${longest / 60_000} minutes)` : `exited ${code}`
      if (code === 0) resolve()
      else reject(new Error(`npm ${how}\n${stderr}`))
    })
  })
}

async function installedVersion(directory, name) {
  try {
    return JSON.parse(await readFile(join(directory, 'node_modules', name, 'package.json'), 'utf8')).version
  } catch {
    return null // absent or half-written: install again
  }
}

/** Installs beside the final place and renames, so that a directory that exists is complete. */
async function install(word) {
  const [name, asked] = word.split('@')
  const pin = pins[name]
  if (!pin) throw new Error(`unknown harness "${name}"; known: ${Object.keys(pins).join(', ')}`)
  const version = asked ?? pin.version
  const target = join(cache, `${name}@${version}`)
  if ((await installedVersion(target, pin.package)) === version) {
    console.log(`${name} ${version}: already there, ${await megabytes(target)}, ${target}`)
    return
  }
  const staging = `${target}.partial-${process.pid}`
  const from = Date.now()
  console.log(`${name} ${version}: installing ${pin.package}@${version} …`)
  try {
    await mkdir(staging, { recursive: true })
    await writeFile(join(staging, 'package.json'), '{ "private": true }\n')
    await npmInstall(staging, `${pin.package}@${version}`)
    const got = await installedVersion(staging, pin.package)
    if (got !== version) throw new Error(`asked for ${version}, npm installed ${got}`)
    await rm(target, { recursive: true, force: true })
    await rename(staging, target)
  } finally {
    await rm(staging, { recursive: true, force: true })
  }
  const seconds = ((Date.now() - from) / 1000).toFixed(0)
  console.log(`${name} ${version}: ${await megabytes(target)} in ${seconds} s, ${target}`)
}

const words = process.argv.slice(2)
if (words.length === 0) {
  console.log(`usage: node scripts/harnesses-install.mjs <name[@version]>… | --all\ncache: ${cache}`)
  for (const [name, pin] of Object.entries(pins)) console.log(`  ${name.padEnd(12)} ${pin.package}@${pin.version}`)
  process.exit(2)
}
await mkdir(cache, { recursive: true })
let failed = false
for (const word of words.includes('--all') ? Object.keys(pins) : words) {
  try {
    await install(word)
  } catch (error) {
    failed = true
    console.error(`${word}: ${error.message}`)
  }
}
process.exit(failed ? 1 : 0)

#!/usr/bin/env node
// The door of the installed package. Old syntax on purpose: an old Node must get far enough to read the sentence below.
'use strict'
var version = process.versions.node.split('.')
if (Number(version[0]) < 22 || (Number(version[0]) === 22 && Number(version[1]) < 19)) {
  process.stderr.write(
    'drover needs Node 22.19 or newer; this is ' +
      process.versions.node +
      '.\nInstall a newer one from https://nodejs.org and run drover again.\n',
  )
  process.exit(1)
}
var path = require('node:path')
var nodeModule = require('node:module')
var root = path.dirname(__dirname)
// Compiled code is kept in the user's own cache: a second call starts faster. Where that fails nothing is lost.
var cache = process.env.XDG_CACHE_HOME || (process.env.HOME ? path.join(process.env.HOME, '.cache') : null)
if (cache && nodeModule.enableCompileCache) nodeModule.enableCompileCache(path.join(cache, 'drover', 'compiled'))
var cli
try {
  cli = require('../dist/cli.cjs')
} catch (error) {
  if (error.code !== 'MODULE_NOT_FOUND' || String(error.message).indexOf('dist') < 0) throw error
  process.stderr.write(['drover is not built yet.\nRun `npm run build` in ', root, '.\n'].join(''))
  process.exit(1)
}
cli.main(root, require('../package.json').version)

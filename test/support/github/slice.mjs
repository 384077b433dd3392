/**
 * Cuts the operations that Drover speaks out of GitHub's own description of its API (the package `@octokit/openapi`, MIT, too
 * large to depend on): `node slice.mjs <api.github.com.json> <version>` writes `generated/openapi.json` beside this file, and
 * with `issues` or `rules` as a third word `generated/openapi-<word>.json`: what the tracker speaks, what a branch requires.
 */
import { readFileSync, writeFileSync } from 'node:fs'

const [source, version, part] = process.argv.slice(2)
const whole = JSON.parse(readFileSync(source, 'utf8'))
const repo = '/repos/{owner}/{repo}'
const wanted = {
  '/user': ['get'],
  [repo]: ['get'],
  [`${repo}/pulls`]: ['get', 'post'],
  [`${repo}/pulls/{pull_number}`]: ['get', 'patch'],
  [`${repo}/pulls/{pull_number}/merge`]: ['put'],
  [`${repo}/pulls/{pull_number}/reviews`]: ['get', 'post'],
  [`${repo}/commits/{ref}/check-runs`]: ['get'],
  [`${repo}/commits/{ref}/status`]: ['get'],
  [`${repo}/actions/jobs/{job_id}/logs`]: ['get'],
}
const issue = `${repo}/issues/{issue_number}`
const ofIssues = {
  [`${repo}/issues`]: ['get'],
  [issue]: ['get', 'patch'],
  [`${issue}/comments`]: ['get', 'post'],
  [`${repo}/issues/comments/{comment_id}`]: ['patch', 'delete'],
  [`${issue}/labels`]: ['post'],
  [`${issue}/labels/{name}`]: ['delete'],
  [`${issue}/timeline`]: ['get'],
  [`${issue}/dependencies/blocked_by`]: ['get'],
  [`${repo}/collaborators/{username}/permission`]: ['get'],
}
const ofRules = { [`${repo}/branches/{branch}`]: ['get'], [`${repo}/rules/branches/{branch}`]: ['get'] }
const parts = { issues: ofIssues, rules: ofRules }
const kept = { schemas: {}, responses: {}, parameters: {}, headers: {}, examples: {} }

function follow(value) {
  if (Array.isArray(value)) return value.map(follow)
  if (value === null || typeof value !== 'object') return value
  if (typeof value.$ref === 'string') {
    const [, , group, name] = value.$ref.split('/')
    if (kept[group][name] === undefined) {
      kept[group][name] = true
      kept[group][name] = group === 'examples' ? whole.components[group][name] : follow(whole.components[group][name])
    }
    return value
  }
  const entries = Object.entries(value).filter(
    ([key]) => key !== 'description' || typeof value.description !== 'string',
  )
  return Object.fromEntries(entries.filter(([key]) => !key.startsWith('x-')).map(([key, part]) => [key, follow(part)]))
}

const paths = {}
for (const [path, methods] of Object.entries(parts[part] ?? wanted)) {
  paths[path] = {}
  for (const method of methods) paths[path][method] = follow(whole.paths[path][method])
}
const notice = `Cut from @octokit/openapi ${version} (MIT, Copyright GitHub and contributors).`
const slice = {
  openapi: whole.openapi,
  info: { title: whole.info.title, version: whole.info.version, description: notice },
  paths,
  components: kept,
}
const file = part in parts ? `generated/openapi-${part}.json` : 'generated/openapi.json'
writeFileSync(new URL(file, import.meta.url), `${JSON.stringify(slice)}\n`)

/** The table of the protocol's page that says which token may call which route. Made from the routes themselves. */
import type { Scope } from './access.ts'
import type { Route } from './route.ts'

const allowed: Readonly<Record<Scope, string>> = {
  public: 'nobody needs one',
  operator: 'operator',
  self: 'operator; a session for itself',
  read: 'operator; a session about itself; an orchestrator within its project',
  lead: 'operator; an orchestrator within its project',
  member: 'operator; a session within its project, as far as its role goes',
}

export const beginsRoutes = '<!-- routes: made by `npm run docs` -->'
export const endsRoutes = '<!-- end of routes -->'

export function routesTable(routes: readonly Route[]): string {
  const rows = routes.map(({ method, path, scope }) => `| \`${method.toUpperCase()} ${path}\` | ${allowed[scope]} |`)
  return ['| route | token |', '|---|---|', ...rows].join('\n')
}

/** The page with its table as the routes are now. */
export function withRoutes(page: string, routes: readonly Route[]): string {
  const from = page.indexOf(beginsRoutes) + beginsRoutes.length
  return `${page.slice(0, from)}\n${routesTable(routes)}\n${page.slice(page.indexOf(endsRoutes))}`
}

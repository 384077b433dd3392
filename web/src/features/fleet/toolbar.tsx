/** What of the fleet is shown and how: search, projects, one group alone, order, cards or lines, and choosing many at once. */

import type { KeyboardEvent, ReactNode } from 'react'
import type { Project } from '#contract/project'
import { groupNames } from '#core/attention/fleet'
import { Button } from '../../ui/button.tsx'
import { Segments } from '../../ui/parts.tsx'
import { type Filter, type Sort, sortNames, sorts } from './groups.ts'

export type View = 'cards' | 'list'

/** More than this many projects are chosen from a list: chips would fill the screen. */
const mostChips = 6

export function Toolbar(props: {
  readonly filter: Filter
  readonly sort: Sort
  readonly view: View
  readonly projects: ReadonlyMap<string, Project>
  readonly shown: number
  readonly onFilter: (fields: Partial<Filter>) => void
  readonly onSort: (sort: Sort) => void
  readonly onView: (view: View) => void
  readonly onSelectAll: () => void
}): ReactNode {
  const { filter, projects, onFilter } = props
  const many = projects.size > mostChips
  return (
    <div className="bar fleet-bar">
      <h1 className="unseen">Fleet</h1>
      <input
        className="input grow"
        type="search"
        data-search
        value={filter.text}
        onChange={(event) => onFilter({ text: event.target.value })}
        onKeyDown={fromSearch}
        placeholder="Find a session"
        aria-label="Find a session by name, id, branch or last line"
        aria-keyshortcuts="/"
      />
      <Segments<View>
        label="Show as"
        value={props.view}
        options={[
          { id: 'cards', label: 'Cards' },
          { id: 'list', label: 'List' },
        ]}
        onPick={props.onView}
      />
      <div className="fleet-filters">
        <select
          className="input"
          aria-label="Show"
          value={filter.show}
          onChange={(event) => onFilter({ show: event.target.value as Filter['show'] })}
        >
          <option value="">All</option>
          {groupNames.map(({ need, name }) => (
            <option key={need} value={need}>
              {name}
            </option>
          ))}
          <option value="archived">Archived</option>
        </select>
        <select
          className="input"
          aria-label="Order"
          value={props.sort}
          onChange={(event) => props.onSort(event.target.value as Sort)}
        >
          {sorts.map((sort) => (
            <option key={sort} value={sort}>
              {sortNames[sort]}
            </option>
          ))}
        </select>
        {projects.size > 1 && many && (
          <select
            className="input"
            aria-label="Project"
            value={filter.projectId}
            onChange={(event) => onFilter({ projectId: event.target.value })}
          >
            <option value="">All projects</option>
            {[...projects.values()].map(({ id, name }) => (
              <option key={id} value={id}>
                {name}
              </option>
            ))}
          </select>
        )}
        {projects.size > 1 && !many && (
          // biome-ignore lint/a11y/useSemanticElements: a fieldset cannot be laid out as one line of chips in every browser
          <div className="chips" role="group" aria-label="Project">
            {[...projects.values()].map(({ id, name }) => (
              <button
                key={id}
                type="button"
                className="chip"
                aria-pressed={filter.projectId === id}
                onClick={() => onFilter({ projectId: filter.projectId === id ? '' : id })}
              >
                {name}
              </button>
            ))}
          </div>
        )}
        <Button look="quiet" disabled={props.shown === 0} onClick={props.onSelectAll}>
          Select all
        </Button>
      </div>
    </div>
  )
}

/** Enter opens the first match, the arrow goes to it. */
function fromSearch(event: KeyboardEvent): void {
  const first = document.querySelector<HTMLElement>('[data-fleet] a.card')
  if (event.key === 'Enter') first?.click()
  else if (event.key === 'ArrowDown') {
    event.preventDefault()
    first?.focus()
  }
}

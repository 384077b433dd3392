/** The shapes of names. An id matches its pattern before it touches the file system, a query or a git ref. */

export type ProjectId = string
export type SessionId = string
export type LaunchId = string
export type HarnessId = string

export const projectIdPattern = /^[a-z0-9][a-z0-9_-]{0,62}$/
export const sessionIdPattern = /^[a-z0-9][a-z0-9_-]{0,62}-[1-9][0-9]{0,9}$/
export const harnessIdPattern = /^[a-z0-9][a-z0-9_-]{0,62}$/

/** The project word of sessions that have no repository. No project may take it as its id. */
export const scratchProject = 'scratch'

export const isSessionId = (word: string): boolean => sessionIdPattern.test(word)
export const isProjectId = (word: string): boolean => projectIdPattern.test(word) && word !== scratchProject

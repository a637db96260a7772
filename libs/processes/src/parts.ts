/**
 * What a process of Pathlight does. `command` answers what changes something, `query` what reads, `pages` gives browsers the
 * web app: people come to these three. The `projector` makes the read models, the `worker` does what waits: these two
 * listen for the operator alone (/livez, /readyz, /metrics).
 */
export type Part = 'command' | 'query' | 'pages' | 'projector' | 'worker'

/** Every part: what a process must be that is the only one. */
export const ALL_PARTS: readonly Part[] = ['command', 'query', 'pages', 'projector', 'worker']

/** Whether another process has the rest of Pathlight. */
export const isAmongOthers = (parts: readonly Part[]): boolean => ALL_PARTS.some((part) => !parts.includes(part))

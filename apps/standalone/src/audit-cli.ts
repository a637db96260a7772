import { audit } from '@pathlight/query/audit/projection.ts'
import { digestOfAudit, verifyLog } from '@pathlight/query/audit/verify-log.ts'
import type { Stores } from '@pathlight/runtime/engines.ts'
import { DONE, fail, runStoreCommand, type StoreCommand, say } from './store-command.ts'

const HELP = `Proof that nothing in the log was altered. Works while Pathlight runs, and while it does not.

  npm run audit -- digest                        the digest over every event until now: keep it elsewhere
  npm run audit -- verify                        walk the log, and name the first position where it is not as it was
  npm run audit -- verify --since 2026-11-01     only what was written from that day on (UTC), or after the event at a position
  npm run audit -- verify --kept POSITION:DIGEST compare with a digest that was kept elsewhere, too

docs/operations.md says more.`

const NOT_MADE = 'The audit is not made yet: start Pathlight, and try again when it has caught up.'

const digest: StoreCommand = async ({ stores: { readModels }, signal }) => {
  const made = await digestOfAudit(readModels, signal)
  if (made === null) return fail(NOT_MADE)
  const { position, events, digest } = made
  say(`${position}:${digest}`)
  say(`${events.toLocaleString('en')} events, ${new Date().toISOString()}`)
  return DONE
}

type Since = { readonly position: bigint } | { readonly date: string }

/** The given position, or the position of the last audit entry before the given day; 0 if there is none. */
const positionOf = async ({ readModels }: Stores, since: Since): Promise<bigint> => {
  if ('position' in since) return since.position
  const before = { where: { key: { lt: since.date } }, sort: [['key', 'desc']], limit: 1 } as const
  const [last] = await readModels.collection(audit).find(before)
  return BigInt(last?.position ?? 0)
}

const WHAT = {
  changed: 'is not the event that was written there',
  removed: 'had an event that is gone',
  added: 'has an event that was not written there',
} as const

const verify =
  (since: Since, kept: { position: bigint; digest: string } | undefined): StoreCommand =>
  async ({ stores, signal }) => {
    const { log, readModels: store } = stores
    const begin = await positionOf(stores, since)
    const verdict = await verifyLog({ log, store, since: begin, kept, signal })
    if (verdict === null) return fail(NOT_MADE)
    const { events, difference, chain, sameKept } = verdict
    if (difference !== null) return fail(`ALTERED: position ${difference.position} ${WHAT[difference.what]}.`)
    if (sameKept === false)
      return fail(`ALTERED: at position ${kept?.position} the digest is not the one that was kept.`)
    say(`${events.toLocaleString('en')} events: nothing was altered.`)
    if (sameKept === true) say(`The digest that was kept for position ${kept?.position} is right.`)
    if (chain !== null) say(`${chain.position}:${chain.digest}`)
    return DONE
  }

const sinceOf = (text: string): Since | null => {
  if (/^\d{1,20}$/.test(text)) return { position: BigInt(text) }
  if (!/^\d{4}-\d\d-\d\d(T[\d:.]+Z)?$/.test(text) || Number.isNaN(Date.parse(text))) return null
  return { date: new Date(text).toISOString() }
}
const keptOf = (text: string) => {
  const [, position, digest] = /^(\d{1,20}):([0-9a-f]{64})$/.exec(text) ?? []
  return position === undefined || digest === undefined ? null : { position: BigInt(position), digest }
}

const commandOf = ([command, option, value, ...more]: readonly string[]): StoreCommand | null => {
  if (more.length > 0) return null
  if (command === 'digest' && option === undefined) return digest
  if (command !== 'verify') return null
  if (option === undefined) return verify({ position: 0n }, undefined)
  const since = option === '--since' ? sinceOf(value ?? '') : null
  if (since !== null) return verify(since, undefined)
  const kept = option === '--kept' ? keptOf(value ?? '') : null
  return kept && verify({ position: 0n }, kept)
}

await runStoreCommand(HELP, commandOf)

import { CROSS_REFERENCES_PACK, isWordsPack, type PackHead, wordsPack } from '@pathlight/contracts/pack-rules.ts'
import { keptTexts } from '../../device/kept-texts.ts'
import { keptWork } from '../../device/kept-work.ts'
import { observable } from '../../device/observable.ts'
import { joinTabs } from '../../device/other-tabs.ts'
import type { KeepFailure } from './keep-text.ts'
import { hearTexts, tellTexts } from './texts-worker-here.ts'
import type { FromWorker } from './worker-messages.ts'

/**
 * The state of a text on this device. `begun`: the device has a part of the text's file, its pack; `why` says what
 * stopped the rest, if known. `coming`: the pack is being fetched or, when `preparing`, unpacked. `kept`: the device
 * has the whole text.
 */
export type TextHere =
  | { readonly status: 'begun'; readonly here: number; readonly size: number; readonly why: KeepFailure | null }
  | { readonly status: 'coming'; readonly here: number; readonly size: number; readonly preparing: boolean }
  | { readonly status: 'kept'; readonly size: number; readonly tag: string; readonly head: PackHead }

/** The texts by name. Null: not known yet. `refused`: this browser stores nothing. */
export type TextsHere = ReadonlyMap<string, TextHere> | 'refused' | null

const here = observable<TextsHere>(null)
const { set: say } = here
const known = (): ReadonlyMap<string, TextHere> => {
  const now = here.now()
  return now instanceof Map ? now : new Map()
}
const sayOf = (name: string, one: TextHere | null) => {
  const next = new Map(known())
  if (one) next.set(name, one)
  else next.delete(name)
  say(next)
}

/**
 * Reads which texts the device has. A text that this page is fetching keeps its state; so does a failed text, unless
 * the device has it by now. `over` names a text that has just been stored, whose state is replaced.
 */
const look = async (over?: string): Promise<void> => {
  try {
    const [kept, begun] = await Promise.all([keptTexts.allKept(), keptTexts.allBegun()])
    const next = new Map<string, TextHere>()
    for (const { name, here, size } of begun) next.set(name, { status: 'begun', here, size, why: null })
    for (const { name, size, tag, head } of kept) next.set(name, { status: 'kept', size, tag, head })
    for (const [name, one] of known()) {
      if (name === over) continue
      const isHeldUp = one.status === 'begun' && one.why !== null && next.get(name)?.status !== 'kept'
      if (one.status === 'coming' || isHeldUp) next.set(name, one)
    }
    say(next)
  } catch {
    say('refused')
  }
}
const tabs = joinTabs('texts', () => void look())

/** Texts to remove as soon as the worker has stopped fetching them. */
const leaving = new Set<string>()

const hear = (message: FromWorker) => {
  if (message.type === 'answer') return
  const { name } = message
  const was = known().get(name)
  const [have, size] = was && was.status !== 'kept' ? [was.here, was.size] : [0, 0]
  if (message.type === 'progress') return sayOf(name, { ...message, status: 'coming' })
  if (leaving.delete(name)) return void remove([name])
  if (message.type === 'paused') sayOf(name, { status: 'begun', here: have, size, why: null })
  else if (message.type === 'not kept') sayOf(name, { status: 'begun', here: have, size, why: message.why })
  else {
    // Until the new state is read, the text keeps the status `coming`. Otherwise it would be fetched again.
    void look(name)
    // Fetches the words of the original too, because they must belong to the same release as the text.
    if (name !== CROSS_REFERENCES_PACK && !isWordsPack(name)) keep(wordsPack(name))
  }
  tabs.tell('changed')
}

const keep = (name: string): void => {
  leaving.delete(name)
  const was = known().get(name)
  const [have, size] = was?.status === 'begun' ? [was.here, was.size] : [0, 0]
  sayOf(name, { status: 'coming', here: have, size, preparing: false })
  keptWork.askToStay()
  tellTexts({ type: 'keep', name })
}

const remove = async (names: readonly string[]): Promise<void> => {
  await Promise.all(names.map((name) => keptTexts.remove(name).catch(() => undefined)))
  for (const name of names) sayOf(name, null)
  await look()
  tabs.tell('changed')
}

/** Removes texts from this device. A text that is being fetched is removed once the worker has stopped fetching it. */
const take = async (names: readonly string[]): Promise<void> => {
  const isComing = (name: string) => known().get(name)?.status === 'coming'
  for (const name of names.filter(isComing)) {
    leaving.add(name)
    tellTexts({ type: 'pause', name })
  }
  await remove(names.filter((name) => !isComing(name)))
}

hearTexts(hear)

export const textsHere = {
  now: here.now,
  subscribe: (listener: () => void): (() => void) => {
    if (here.now() === null) void look()
    return here.subscribe(listener)
  },
  /** Fetches a text, or its missing part. */
  keep,
  /** Removes a text and its words of the original from this device. */
  remove: (name: string): Promise<void> => take([name, wordsPack(name)]),
  removeAll: async (): Promise<void> => {
    await look()
    await take([...known().keys()])
  },
}

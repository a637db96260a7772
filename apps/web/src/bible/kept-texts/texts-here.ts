import type { PackHead } from '@pathlight/contracts/pack-rules.ts'
import { keptTexts } from '../../device/kept-texts.ts'
import { keptWork } from '../../device/kept-work.ts'
import { joinTabs } from '../../device/other-tabs.ts'
import type { KeepFailure } from './keep-text.ts'
import { hearTexts, tellTexts } from './texts-worker-here.ts'
import type { FromWorker } from './worker-messages.ts'

/**
 * What this device has of a text. `begun`: a part of its file, and, where it did not go on, why. `coming`: more of it comes; `preparing`:
 * all of the file is here.
 */
export type TextHere =
  | { readonly status: 'begun'; readonly here: number; readonly size: number; readonly why: KeepFailure | null }
  | { readonly status: 'coming'; readonly here: number; readonly size: number; readonly preparing: boolean }
  | { readonly status: 'kept'; readonly size: number; readonly tag: string; readonly head: PackHead }

/** By their names. Null: it is not known yet; `refused`: this browser keeps nothing. */
export type TextsHere = ReadonlyMap<string, TextHere> | 'refused' | null

let here: TextsHere = null
const listeners = new Set<() => void>()
const say = (next: TextsHere) => {
  here = next
  for (const listener of listeners) listener()
}
const sayOf = (name: string, one: TextHere | null) => {
  const next = new Map(here instanceof Map ? here : [])
  if (one) next.set(name, one)
  else next.delete(name)
  say(next)
}

/** Reads what the device has; what this page is fetching stays as it is. */
const look = async (): Promise<void> => {
  try {
    const [kept, begun] = await Promise.all([keptTexts.allKept(), keptTexts.allBegun()])
    const next = new Map<string, TextHere>()
    for (const { name, here, size } of begun) next.set(name, { status: 'begun', here, size, why: null })
    for (const { name, size, tag, head } of kept) next.set(name, { status: 'kept', size, tag, head })
    if (here instanceof Map)
      for (const [name, one] of here)
        if (one.status === 'coming' || (one.status === 'begun' && next.get(name)?.status === 'begun'))
          next.set(name, one)
    say(next)
  } catch {
    say('refused')
  }
}
const tabs = joinTabs('texts', () => void look())

const hear = (message: FromWorker) => {
  if (message.type === 'answer') return
  const { name } = message
  const was = here instanceof Map ? here.get(name) : undefined
  const [have, size] = was && was.status !== 'kept' ? [was.here, was.size] : [0, 0]
  if (message.type === 'progress') return sayOf(name, { ...message, status: 'coming' })
  if (message.type === 'paused') sayOf(name, { status: 'begun', here: have, size, why: null })
  else if (message.type === 'not kept') sayOf(name, { status: 'begun', here: have, size, why: message.why })
  else {
    sayOf(name, null)
    void look()
  }
  tabs.tell('changed')
}

hearTexts(hear)

export const textsHere = {
  now: (): TextsHere => here,
  subscribe: (listener: () => void): (() => void) => {
    if (here === null) void look()
    listeners.add(listener)
    return () => listeners.delete(listener)
  },
  /** Fetches it, or what is missing of it. */
  keep: (name: string): void => {
    const was = here instanceof Map ? here.get(name) : undefined
    const [have, size] = was?.status === 'begun' ? [was.here, was.size] : [0, 0]
    sayOf(name, { status: 'coming', here: have, size, preparing: false })
    keptWork.askToStay()
    tellTexts({ type: 'keep', name })
  },
  /** Leaves it for later; what is here stays. */
  pause: (name: string): void => tellTexts({ type: 'pause', name }),
  remove: async (name: string): Promise<void> => {
    await keptTexts.remove(name).catch(() => undefined)
    sayOf(name, null)
    await look()
    tabs.tell('changed')
  },
}

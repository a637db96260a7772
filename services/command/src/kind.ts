import type { EventLog } from '@pathlight/event-log/event-log.ts'
import type { App } from '@pathlight/http/server.ts'
import type { Sessions } from '@pathlight/http/session.ts'
import type { KnownTexts } from './verse-place.ts'

export type KindDependencies = { readonly log: EventLog; readonly sessions: Sessions } & KnownTexts

/** All that this service knows of a kind of item: one value in its folder; `kinds.ts` lists them. */
export type Kind = {
  /** The calls that change it. */
  readonly routes: (app: App, dependencies: KindDependencies) => void
}

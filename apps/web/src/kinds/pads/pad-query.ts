import type { User } from '@pathlight/contracts/accounts.ts'
import { findablePad } from '@pathlight/contracts/pad-rules.ts'
import type { Pad } from '@pathlight/contracts/pads.ts'
import { type ItemKind, useItem } from '../../study/use-item.ts'
import type { ListKind } from '../../study/use-item-list.ts'
import { padWrites } from './pad-writes.ts'

export const pads: ItemKind<Pad> = { writes: padWrites, pathOf: (id) => `/api/pad/detail/${id}` }

/** A pad, unsent changes included. `item`: null once it is removed, undefined while it loads. */
export const usePad = (user: User, id: string) => useItem(pads, user, id)

/** All pads of a person, newest first. */
export const padList: ListKind<Pad> = { writes: padWrites, path: '/api/pad/user', findable: findablePad }

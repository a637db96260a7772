import { findablePad } from '@pathlight/contracts/pad-rules.ts'
import type { Pad } from '@pathlight/contracts/pads.ts'
import type { ItemKind } from '../../study/use-item.ts'
import type { ListKind } from '../../study/use-item-list.ts'
import { padWrites } from './pad-writes.ts'

export const pads: ItemKind<Pad> = { name: 'pads', writes: padWrites, pathOf: (id) => `/api/pad/detail/${id}` }

/** All pads of a person, newest first. */
export const padList: ListKind<Pad> = { writes: padWrites, path: '/api/pad/user', findable: findablePad }

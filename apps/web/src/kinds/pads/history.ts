import type { Pad } from '@pathlight/contracts/pads.ts'
import { lazy } from 'react'
import { withWords } from '../../locales/language.ts'
import type { KindHistory } from '../../study/history/kind-history.ts'
import { Library } from '../../ui/icons.ts'
import { padWrites } from './pad-writes.ts'

export const history: KindHistory<Pad> = {
  kind: 'pad',
  icon: Library,
  Difference: lazy(() => withWords(['history', 'pads'], () => import('./pad-difference.tsx'))),
  pathOf: (id) => `/my-memos/pads/${id}`,
  touches: padWrites.touches,
}

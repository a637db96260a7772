import type { Highlight } from '@pathlight/contracts/highlights.ts'
import { lazy } from 'react'
import { withWords } from '../../locales/language.ts'
import type { KindHistory } from '../../study/history/kind-history.ts'
import { Highlighter } from '../../ui/icons.ts'
import { highlightWrites } from './highlight-writes.ts'

export const history: KindHistory<Highlight> = {
  kind: 'highlight',
  icon: Highlighter,
  Difference: lazy(() => withWords(['highlights-brief', 'history'], () => import('./highlight-difference.tsx'))),
  touches: highlightWrites.touches,
}

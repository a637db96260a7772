import { lazy } from 'react'
import { withWords } from '../../locales/language.ts'
import type { KindHistory } from '../../study/history/kind-history.ts'
import { BookOpenText } from '../../ui/icons.ts'
import { type SermonItem, sermonWrites } from './sermon-writes.ts'

export const history: KindHistory<SermonItem> = {
  kind: 'sermon',
  icon: BookOpenText,
  Difference: lazy(() => withWords(['history'], () => import('./sermon-difference.tsx'))),
  touches: sermonWrites.touches,
}

import { lazy } from 'react'
import type { WriteKind } from '../../api/pending-write.ts'
import { withWords } from '../../locales/language.ts'
import type { LucideIcon } from '../../ui/lucide-icon.ts'
import type { KindHistory } from '../history/kind-history.ts'
import type { TextEditable, TextItem } from './text-drafts.ts'

/** How histories show a kind of texts on verses. */
export const textHistory = <I extends TextItem>(
  kind: TextEditable,
  icon: LucideIcon,
  { touches }: WriteKind<I>,
): KindHistory<I> => ({
  ...{ kind, icon, touches },
  Difference: lazy(async () => ({
    default: (await withWords(['history'], () => import('./text-difference.tsx'))).textDifference(kind),
  })),
})

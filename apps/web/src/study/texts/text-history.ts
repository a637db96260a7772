import { createElement, lazy } from 'react'
import type { WriteKind } from '../../api/pending-write.ts'
import { withWords } from '../../locales/language.ts'
import type { LucideIcon } from '../../ui/lucide-icon.ts'
import type { KindHistory } from '../history/kind-history.ts'
import type { TextEditable, TextItem } from './text-drafts.ts'

const TextDifference = lazy(() => withWords(['history'], () => import('./text-difference.tsx')))

/** How histories show a kind of texts on verses. */
export const textHistory = <I extends TextItem>(
  kind: TextEditable,
  icon: LucideIcon,
  { touches }: WriteKind<I>,
): KindHistory<I> => ({
  ...{ kind, icon, touches },
  // biome-ignore lint/correctness/noComponentHookFactories: called once for each kind, when its module is loaded
  Difference: (props) => createElement(TextDifference, { ...props, kind }),
})

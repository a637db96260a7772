import { Highlighter, PencilLine, ScrollText, Sun } from '../../ui/icons.ts'

/** The four features in the specification's order (section 2). */
export const FEATURES = [
  { icon: Sun, name: 'daily' },
  { icon: Highlighter, name: 'highlight' },
  { icon: PencilLine, name: 'memo' },
  { icon: ScrollText, name: 'sermon' },
] as const

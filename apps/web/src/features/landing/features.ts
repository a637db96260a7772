import { Highlighter, PencilLine, ScrollText, Sun } from '../../ui/icons.ts'

/** The four features, in the order of the specification (section 2). */
export const FEATURES = [
  { icon: Sun, name: 'daily' },
  { icon: Highlighter, name: 'highlight' },
  { icon: PencilLine, name: 'memo' },
  { icon: ScrollText, name: 'sermon' },
] as const

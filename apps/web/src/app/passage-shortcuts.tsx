import type { InReader } from '../study/kind.ts'
import type { ShortcutsProps } from '../study/study-kind.ts'

const IN_READER = import.meta.glob<InReader>('../kinds/*/in-reader.ts', { eager: true, import: 'inReader' })
const Shortcuts = Object.values(IN_READER).find(({ shortcuts }) => shortcuts)?.shortcuts

/** The shortcuts at the top of the passage picker, from the first kind that has any. */
const PassageShortcuts = (props: ShortcutsProps) => Shortcuts && <Shortcuts {...props} />
export default PassageShortcuts

import type { InReader } from '../study/kind.ts'
import type { ShortcutsProps } from '../study/study-kind.ts'

/** What each kind shows where people read. */
const IN_READER = import.meta.glob<InReader>('../kinds/*/in-reader.ts', { eager: true, import: 'inReader' })
const Shown = Object.values(IN_READER).find(({ shortcuts }) => shortcuts)?.shortcuts

/** On top where a passage is chosen, as in the reader. */
const PassageShortcuts = (props: ShortcutsProps) => Shown && <Shown {...props} />
export default PassageShortcuts

import { textSection } from '../../study/texts/text-section.tsx'
import { notes } from './notes.ts'

export default textSection(notes)

import type { SectionProps } from '../../study/study-kind.ts'
import { TextSection } from '../../study/texts/text-section.tsx'
import { notes } from './notes.ts'

const NoteSection = (props: SectionProps) => <TextSection kind={notes} {...props} />
export default NoteSection

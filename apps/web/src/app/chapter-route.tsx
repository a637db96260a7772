import { ChapterPage } from '../features/reader/chapter-page.tsx'
import { STUDY_KINDS } from './study-kinds.ts'

/** The reader, with all that can stand on a verse. */
export const Component = () => <ChapterPage kinds={STUDY_KINDS} />

import ContinueLink from '../../bible/continue-link.tsx'
import { chapterReadLast } from '../../bible/kept-columns.ts'
import FirstText from './first-text.tsx'

/** A link to the chapter that was last read on this device. If none was read, the person can choose a text instead. */
const FirstStep = () =>
  chapterReadLast() ? (
    <ContinueLink />
  ) : (
    <FirstText user={null} className="justify-center max-wide:mx-auto max-wide:grid max-wide:w-fit" />
  )
export default FirstStep

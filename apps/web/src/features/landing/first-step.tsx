import ContinueLink from '../../bible/continue-link.tsx'
import { chapterReadLast } from '../../bible/kept-columns.ts'
import FirstText from './first-text.tsx'

/** A link to where this device read last; for a person who has read nothing here, a choice of texts. */
const FirstStep = () =>
  chapterReadLast() ? (
    <ContinueLink />
  ) : (
    <FirstText user={null} className="justify-center max-wide:mx-auto max-wide:grid max-wide:w-fit" />
  )
export default FirstStep

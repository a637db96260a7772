import ContinueLink from '../../bible/continue-link.tsx'
import { chapterReadLast } from '../../bible/kept-columns.ts'
import FirstText from './first-text.tsx'

/** The way to where this device read last; for who has read nothing here, a choice of texts. */
const FirstStep = () => (chapterReadLast() ? <ContinueLink /> : <FirstText user={null} className="justify-center" />)
export default FirstStep

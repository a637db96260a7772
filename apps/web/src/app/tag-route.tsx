import { TagPage } from '../features/my-memos/tag-page.tsx'
import { KINDS } from './kinds.ts'

/** /my-memos/tags/{tag} */
export const Component = () => <TagPage kinds={KINDS} />

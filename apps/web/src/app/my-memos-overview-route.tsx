import { MyMemosOverview } from '../features/my-memos/my-memos-overview.tsx'
import { KINDS } from './kinds.ts'

/** /my-memos: the number of items of each kind, and all of them; /my-memos/tags/{tag}: all that has a tag. */
export const Component = () => <MyMemosOverview kinds={KINDS} />

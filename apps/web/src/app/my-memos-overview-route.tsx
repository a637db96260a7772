import { MyMemosOverview } from '../features/my-memos/my-memos-overview.tsx'
import { KINDS } from './kinds.ts'

/** /my-memos: the number of items of each kind, and all of them; /my-memos/tags: every tag; /my-memos/tags/{tag}: all that has it. */
export const Component = () => <MyMemosOverview kinds={KINDS} />

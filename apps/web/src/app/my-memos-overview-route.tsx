import { MyMemosOverview } from '../features/my-memos/my-memos-overview.tsx'
import { KINDS } from './kinds.ts'

/** /my-memos: the number of items of each kind. */
export const Component = () => <MyMemosOverview kinds={KINDS} />

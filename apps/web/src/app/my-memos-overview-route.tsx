import { MyMemosOverview } from '../features/my-memos/my-memos-overview.tsx'
import { KINDS } from './kinds.ts'

/**
 * The pages /my-memos (the number of items of each kind, and all items), /my-memos/tags (all tags) and
 * /my-memos/tags/{tag} (all items with the tag).
 */
export const Component = () => <MyMemosOverview kinds={KINDS} />

import { lazy } from 'react'
import { Fetched } from '../../ui/fetched.tsx'

const TagNames = lazy(() => import('./tag-names.tsx'))

/** The tags of an item, in small letters beneath its words. */
export const Tags = ({ tags }: { readonly tags: readonly string[] | undefined }) =>
  tags && tags.length > 0 ? (
    // One line is reserved, so that nothing moves when the code has loaded.
    <Fetched loading={<span className="mt-1 block h-5" />}>
      <TagNames tags={tags} />
    </Fetched>
  ) : null

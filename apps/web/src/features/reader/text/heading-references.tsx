import { useMemo } from 'react'
import { Link } from 'react-router-dom'
import { partsOfHeading } from './references-in-heading.ts'

/** A heading with links to the passages that it names, in the open version. */
const HeadingReferences = ({ heading, version }: { readonly heading: string; readonly version: string }) =>
  useMemo(
    () =>
      partsOfHeading(heading, version).map(({ text, path }, index) =>
        path === null ? (
          text
        ) : (
          // biome-ignore lint/suspicious/noArrayIndexKey: only its place identifies a part
          <Link key={index} to={path} className="underline decoration-line-strong underline-offset-3 hover:text-accent">
            {text}
          </Link>
        ),
      ),
    [heading, version],
  )
export default HeadingReferences

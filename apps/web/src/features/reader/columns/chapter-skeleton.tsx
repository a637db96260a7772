const LINES = ['w-full', 'w-11/12', 'w-full', 'w-10/12', 'w-full', 'w-full', 'w-9/12']

/** A placeholder for a chapter's text. It is as tall as the screen, so nothing below moves when the text appears. */
export const ChapterSkeleton = ({ label }: { label: string }) => (
  <div role="status" className="min-h-dvh pt-2">
    <span className="sr-only">{label}</span>
    <div aria-hidden className="grid gap-4">
      {[1, 2, 3].map((paragraph) => (
        <div key={paragraph} className="mb-4 grid gap-4">
          {LINES.map((width, line) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the lines never change places
            <div key={line} className={`skeleton h-4 ${width}`} />
          ))}
        </div>
      ))}
    </div>
  </div>
)

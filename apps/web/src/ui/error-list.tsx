/** The errors of a form. Screen readers read new errors aloud. */
export const ErrorList = ({ errors }: { errors: readonly string[] }) => (
  <div role="alert">
    {errors.length > 0 && (
      <ul className="grid gap-1 rounded-sm bg-danger-soft px-3 py-2.5 text-sm text-danger">
        {errors.map((error) => (
          <li key={error}>{error}</li>
        ))}
      </ul>
    )}
  </div>
)

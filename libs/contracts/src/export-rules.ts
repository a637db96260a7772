/** The name of the format, on the first line of an export. */
export const EXPORT_FORMAT = 'pathlight-export'
/** The version of the format: raised for each change that an older program would misread. */
export const EXPORT_VERSION = 1
/**
 * The lines of an export before its changes, between the changes and the items, and after the items.
 * docs/export-format.md says why the format is read by lines.
 */
export const EXPORT_BEGINS = `{"format":"${EXPORT_FORMAT}","version":${EXPORT_VERSION},"history":[`
export const EXPORT_ITEMS = '],"items":['
export const EXPORT_ENDS = '],"counts":'

/** Exports that a person may make in an hour. */
export const EXPORTS_AN_HOUR = 5

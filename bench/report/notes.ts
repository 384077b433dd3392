/** What people should know about the figures that fall short, and what was mended. Words only; numbers of the day are in the results. */
export const notes = ''

/** Where the site lies on its host. All of its links are relative to this one constant. */
export const BASE = process.env.SITE_BASE ?? '/';

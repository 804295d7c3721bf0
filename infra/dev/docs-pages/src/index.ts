export { buildSite, installSiteTools, SiteError } from './build-site.ts'

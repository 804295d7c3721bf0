# For a shell, with `npm start` running: `. infra/dev/starter/sign-in.sh` defines what the examples in
# services/frontend-internal/README.md use.
#   $F                      the address of frontend-internal (another port: set it before)
#   sign_in teacher         prints a session of the demo teacher, as the web frontend would get it; grader is the other one
#   as "$SESSION" <curl …>  a request in that session
F=${F:-http://127.0.0.1:8082/internal/frontend}
SECRET='X-Service-Frontend-Secret: dev-frontend-secret-0000000000000000'
sign_in() {
  case $1 in
    teacher) TOKEN=0065006500650065006500650065006500650065 ;;
    grader) TOKEN=0067006700670067006700670067006700670067 ;;
    *) echo "sign_in teacher or sign_in grader, not $1" >&2; return 1 ;;
  esac
  curl -s "$F/sessions" -H "$SECRET" -H 'Content-Type: application/json' -d "{\"token\":\"$TOKEN\"}" |
    sed 's/.*"sessionId":"\([^"]*\)".*/\1/'
}
as() {
  SESSION=$1
  shift
  curl -s "$@" -H "$SECRET" -H "Authorization: Bearer $SESSION"
}

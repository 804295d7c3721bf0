#!/bin/sh
# Prints the configuration of Alertmanager, which knows no variables of the environment: who is notified of alerts. With none of them, nobody.
#   ALERT_WEBHOOK_URL    gets each alert as Alertmanager's JSON
#   ALERT_WATCHDOG_URL   is called every five minutes while Prometheus and Alertmanager work: a dead man's switch elsewhere
#   ALERT_EMAIL_TO       gets each alert by mail; then ALERT_EMAIL_FROM and ALERT_SMTP (host:port) are needed, and where the server wants
#                        them ALERT_SMTP_USER and ALERT_SMTP_PASSWORD
set -eu
if [ -n "${ALERT_EMAIL_TO:-}" ]; then
  : "${ALERT_EMAIL_FROM:?the sender of the mails}" "${ALERT_SMTP:?host:port of the mail server}"
  [ -z "${ALERT_SMTP_USER:-}" ] || : "${ALERT_SMTP_PASSWORD:?the password of ALERT_SMTP_USER}"
fi

quoted() { printf "'%s'" "$(printf %s "$1" | sed "s/'/''/g")"; }
webhook() { printf '    webhook_configs: [{ url: %s, send_resolved: %s }]\n' "$(quoted "$1")" "$2"; }

cat << 'END'
route:
  receiver: operators
  group_by: [alertname, job]
  group_wait: 30s
  group_interval: 5m
  repeat_interval: 12h
  routes:
    - { matchers: [severity="page"], receiver: operators, repeat_interval: 1h }
    - { matchers: [alertname="Watchdog"], receiver: watchdog, group_wait: 0s, group_interval: 1m, repeat_interval: 5m }
receivers:
  - name: watchdog
END
[ -z "${ALERT_WATCHDOG_URL:-}" ] || webhook "$ALERT_WATCHDOG_URL" false
echo '  - name: operators'
[ -z "${ALERT_WEBHOOK_URL:-}" ] || webhook "$ALERT_WEBHOOK_URL" true
[ -n "${ALERT_EMAIL_TO:-}" ] || exit 0
cat << END
    email_configs:
      - to: $(quoted "$ALERT_EMAIL_TO")
        from: $(quoted "$ALERT_EMAIL_FROM")
        smarthost: $(quoted "$ALERT_SMTP")
        send_resolved: true
END
[ -z "${ALERT_SMTP_USER:-}" ] || cat << END
        auth_username: $(quoted "$ALERT_SMTP_USER")
        auth_password: $(quoted "$ALERT_SMTP_PASSWORD")
END

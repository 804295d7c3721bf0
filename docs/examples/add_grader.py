#!/usr/bin/env python3
"""Adds a grader to a course, or changes what they grade. Fit for a scheduled job: running it twice changes nothing more.

usage: add_grader.py USER_ID LANGUAGE [LANGUAGE ...]
Environment: BASE_URL, COURSE_ID, and API_TOKEN_FILE, the path of a file with the token.
Exit codes: 0 done, 1 refused (what to mend is printed), 64 wrong arguments or no token, 75 try again later.
"""
import email.utils
import http.client
import json
import os
import sys
import time
import urllib.error
import urllib.request

SERVER_OWNED = ("revision", "courseId", "tags", "ltiLoginUrl")
LATER = (429, 500, 502, 503, 504)
ATTEMPTS = 6


class Refused(Exception):
    """A reply that is no success, with its status, body and Retry-After."""

    def __init__(self, status, error, retry_after):
        super().__init__(f"{status} {error.get('code')}: {error.get('message')}")
        self.status, self.error, self.retry_after = status, error, retry_after


def call(method, body=None, etag=None):
    """One request; returns the body and its ETag."""
    headers = {"Authorization": f"Token {token()}"}
    if body is not None:
        headers |= {"Content-Type": "application/json", "If-Match": etag}
    url = f"{os.environ['BASE_URL']}/api/v1/courses/{os.environ['COURSE_ID']}/settings"
    data = None if body is None else json.dumps(body).encode()
    request = urllib.request.Request(url, method=method, headers=headers, data=data)
    try:
        with urllib.request.urlopen(request, timeout=60) as reply:
            return document_of(reply), reply.headers["ETag"]
    except urllib.error.HTTPError as refused:
        try:
            error = dict(json.load(refused)["error"])
        except (ValueError, KeyError, TypeError, OSError, http.client.HTTPException):
            # A page of a proxy, or a body that was cut.
            error = {}
        raise Refused(refused.code, error, refused.headers.get("Retry-After")) from None


def document_of(reply):
    try:
        return json.load(reply)
    except ValueError:
        raise OSError("the reply was cut") from None


def seconds(retry_after, otherwise):
    """How long to wait: Retry-After is a number of seconds or a date."""
    if retry_after is not None and retry_after.strip().isdecimal():
        return float(retry_after)
    try:
        return max(0, email.utils.parsedate_to_datetime(retry_after).timestamp() - time.time())
    except (TypeError, ValueError):
        return otherwise


def token():
    with open(os.environ["API_TOKEN_FILE"], encoding="ascii") as file:
        return file.read().strip()


def with_grader(settings, user_id, languages):
    """The change that makes this person a grader in these languages; None if they are one already."""
    graders = settings["graders"]
    known = next((grader for grader in graders if grader["userId"] == user_id), None)
    if known is not None and known["languages"] == languages:
        return None
    new = {**(known or {}), "userId": user_id, "languages": languages}
    change = {name: value for name, value in settings.items() if name not in SERVER_OWNED}
    others = [grader for grader in graders if grader["userId"] != user_id]
    return {**change, "graders": [*others, new]}


def add_grader(user_id, languages):
    settings, etag = call("GET")
    change = with_grader(settings, user_id, languages)
    if change is None:
        return f"user {user_id} already grades in {', '.join(languages)}"
    written, _ = call("PUT", change, etag)
    return f"user {user_id} grades in {', '.join(languages)} as of revision {written['revision']}"


def main():
    if len(sys.argv) < 3 or not sys.argv[1].isdecimal():
        print(__doc__, file=sys.stderr)
        return 64
    try:
        token()
    except (KeyError, OSError) as unreadable:
        print(f"API_TOKEN_FILE: {unreadable}", file=sys.stderr)
        return 64
    user_id, languages = int(sys.argv[1]), sys.argv[2:]
    for attempt in range(ATTEMPTS):
        try:
            print(add_grader(user_id, languages))
            return 0
        except Refused as refused:
            print(refused, file=sys.stderr)
            for issue in refused.error.get("issues", []):
                print(" ", issue["path"], issue["code"], issue["message"], file=sys.stderr)
            # 412: somebody else wrote meanwhile, so the next attempt reads what they wrote and changes that.
            if refused.status != 412 and refused.status not in LATER:
                return 1
            wait = 0 if refused.status == 412 else seconds(refused.retry_after, 2**attempt)
        except (OSError, http.client.HTTPException) as lost:
            # Nobody knows what became of a write; the next attempt reads first.
            print(f"no whole reply: {lost!r}", file=sys.stderr)
            wait = 2**attempt
        time.sleep(wait)
    return 75


if __name__ == "__main__":
    sys.exit(main())

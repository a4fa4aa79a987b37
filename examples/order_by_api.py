"""Orders one digital card, follows it, and sends it again (docs/ordering-by-api.md):

    export LAUREL_URL=https://rewards.example.com LAUREL_KEY=lk_7_…
    python3 examples/order_by_api.py place my-order-1
    python3 examples/order_by_api.py track my-order-1

Only cards that aren't claimed yet can be sent again. With a test key, they're claimed within seconds, except for this one:

    python3 examples/order_by_api.py place my-order-2 unclaimed@example.com
    python3 examples/order_by_api.py resend my-order-2

`pay` pays for an approved order after a top-up, and `cancel` cancels one that isn't approved yet.
"""

import json
import os
import sys
import urllib.error
import urllib.parse
import urllib.request

URL = os.environ.get("LAUREL_URL", "http://localhost:3000")
KEY = os.environ.get("LAUREL_KEY", "")


class Problem(Exception):
    """A refusal: decide by its code."""

    def __init__(self, problem):
        self.code = problem["code"]
        fields = [f"\n  {error['field']}: {error['message']}" for error in problem["errors"]]
        super().__init__(f"{problem['status']} {self.code}: {problem['detail']}{''.join(fields)}")


def call(method, path, body=None):
    headers = {"Authorization": f"Bearer {KEY}", "Content-Type": "application/json"}
    data = None if body is None else json.dumps(body).encode()
    request = urllib.request.Request(URL + path, data, headers, method=method)
    try:
        with urllib.request.urlopen(request, timeout=60) as answer:
            return json.load(answer)
    except urllib.error.HTTPError as refusal:
        raise Problem(json.load(refusal)) from None


def place(external_id, email="ana@recipient.example"):
    saved = call("GET", "/api/v1/saved_designs/")
    designs = [one for one in saved if one["reward_type_data"]["name"] == "digital"]
    if not designs:
        sys.exit("Save a design of a digital card in the shop first.")
    options = call("GET", "/api/v1/shipping_options/?reward_type=digital")
    order = {
        "items": [
            {
                "saved_design_id": designs[0]["id"],
                "denomination_cents": 5000,
                "recipients": [{"first_name": "Ana", "last_name": "Ruiz", "email": email}],
            }
        ],
        "deliveries": [{"reward_type": "digital", "shipping_option_id": options[0]["id"]}],
    }
    quote = call("POST", "/api/v1/orders/quote/", order)
    print(f"It costs ${quote['total_cents'] / 100:.2f}.")
    # After a timeout, send the same request again: there is one order.
    named = {**order, "external_id": external_id, "quote": quote["quote"]}
    placed = call("POST", "/api/v1/orders/place/", named)
    print(f"Order {placed['number'] or external_id} is {placed['status']}.")


def path_of(external_id):
    return f"/api/v1/orders/by_external_id/{urllib.parse.quote(external_id, safe='')}/"


def read(external_id):
    return call("GET", path_of(external_id))


def cards_of(external_id):
    return call("GET", f"{path_of(external_id)}deliveries/")["results"]


def pay(external_id):
    order_id = read(external_id)["id"]
    call("POST", "/api/v1/payments/", {"order_id": order_id, "method_code": "company_balance"})
    print(f"Order {external_id} is {read(external_id)['status']}.")


def track(external_id):
    for card in cards_of(external_id):
        print(f"Card {card['id']} is {card['status']}. {card['problem']}".strip())


def resend(external_id):
    for card in cards_of(external_id):
        if not card["may_resend"]:
            print(f"Card {card['id']} is {card['status']}, so it can’t be sent again.")
            continue
        sent = call("POST", f"/api/v1/deliveries/{card['id']}/resend/", {})
        print(f"Card {sent['id']} is {sent['status']}.")


def cancel(external_id):
    call("POST", f"/api/v1/orders/{read(external_id)['id']}/cancel/", {})
    print(f"Order {external_id} is canceled.")


STEPS = {"place": place, "pay": pay, "track": track, "resend": resend, "cancel": cancel}

if __name__ == "__main__":
    if len(sys.argv) < 3 or sys.argv[1] not in STEPS:
        sys.exit("Say place, pay, track, resend, or cancel, and your ID of the order.")
    try:
        STEPS[sys.argv[1]](*sys.argv[2:])
    except Problem as problem:
        sys.exit(str(problem))
